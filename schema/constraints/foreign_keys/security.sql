ALTER TABLE security
ADD CONSTRAINT security_s_co_id_fkey
FOREIGN KEY (s_co_id)
REFERENCES company (co_id)
NOT VALID;

ALTER TABLE security
ADD CONSTRAINT security_s_ex_id_fkey
FOREIGN KEY (s_ex_id)
REFERENCES exchange (ex_id)
NOT VALID;

ALTER TABLE security
ADD CONSTRAINT security_s_st_id_fkey
FOREIGN KEY (s_st_id)
REFERENCES status_type (st_id)
NOT VALID;

ALTER TABLE security
VALIDATE CONSTRAINT security_s_co_id_fkey;

ALTER TABLE security
VALIDATE CONSTRAINT security_s_ex_id_fkey;

ALTER TABLE security
VALIDATE CONSTRAINT security_s_st_id_fkey;
