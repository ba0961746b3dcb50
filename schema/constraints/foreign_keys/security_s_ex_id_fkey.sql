ALTER TABLE security
ADD CONSTRAINT security_s_ex_id_fkey
FOREIGN KEY (s_ex_id)
REFERENCES exchange (ex_id)
NOT VALID;

ALTER TABLE security
VALIDATE CONSTRAINT security_s_ex_id_fkey;
