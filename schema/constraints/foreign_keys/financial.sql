ALTER TABLE financial
ADD CONSTRAINT financial_fi_co_id_fkey
FOREIGN KEY (fi_co_id)
REFERENCES company (co_id)
NOT VALID;

ALTER TABLE financial
VALIDATE CONSTRAINT financial_fi_co_id_fkey;
