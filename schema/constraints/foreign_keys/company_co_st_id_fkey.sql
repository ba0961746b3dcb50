ALTER TABLE company
ADD CONSTRAINT company_co_st_id_fkey
FOREIGN KEY (co_st_id)
REFERENCES status_type (st_id)
NOT VALID;

ALTER TABLE company
VALIDATE CONSTRAINT company_co_st_id_fkey;
