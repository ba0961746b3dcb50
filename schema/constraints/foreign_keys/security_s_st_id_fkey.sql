ALTER TABLE security
ADD CONSTRAINT security_s_st_id_fkey
FOREIGN KEY (s_st_id)
REFERENCES status_type (st_id)
NOT VALID;

ALTER TABLE security
VALIDATE CONSTRAINT security_s_st_id_fkey;
