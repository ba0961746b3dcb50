ALTER TABLE watch_list
ADD CONSTRAINT watch_list_wl_c_id_fkey
FOREIGN KEY (wl_c_id)
REFERENCES customer (c_id)
NOT VALID;

ALTER TABLE watch_list
VALIDATE CONSTRAINT watch_list_wl_c_id_fkey;
