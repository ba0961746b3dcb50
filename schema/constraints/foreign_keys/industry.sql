ALTER TABLE industry
ADD CONSTRAINT industry_in_sc_id_fkey
FOREIGN KEY (in_sc_id)
REFERENCES sector (sc_id)
NOT VALID;

ALTER TABLE industry
VALIDATE CONSTRAINT industry_in_sc_id_fkey;
