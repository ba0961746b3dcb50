ALTER TABLE watch_item
ADD CONSTRAINT watch_item_wi_s_symb_fkey
FOREIGN KEY (wi_s_symb)
REFERENCES security (s_symb)
NOT VALID;

ALTER TABLE watch_item
ADD CONSTRAINT watch_item_wi_wl_id_fkey
FOREIGN KEY (wi_wl_id)
REFERENCES watch_list (wl_id)
NOT VALID;

ALTER TABLE watch_item
VALIDATE CONSTRAINT watch_item_wi_s_symb_fkey;

ALTER TABLE watch_item
VALIDATE CONSTRAINT watch_item_wi_wl_id_fkey;
