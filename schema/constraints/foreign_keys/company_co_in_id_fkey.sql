ALTER TABLE company
ADD CONSTRAINT company_co_in_id_fkey
FOREIGN KEY (co_in_id)
REFERENCES industry (in_id)
NOT VALID;

ALTER TABLE company
VALIDATE CONSTRAINT company_co_in_id_fkey;
