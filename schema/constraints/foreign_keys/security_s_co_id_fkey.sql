ALTER TABLE security
ADD CONSTRAINT security_s_co_id_fkey
FOREIGN KEY (s_co_id)
REFERENCES company (co_id)
NOT VALID;

ALTER TABLE security
VALIDATE CONSTRAINT security_s_co_id_fkey;
