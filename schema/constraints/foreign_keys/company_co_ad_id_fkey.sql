ALTER TABLE company
ADD CONSTRAINT company_co_ad_id_fkey
FOREIGN KEY (co_ad_id)
REFERENCES address (ad_id)
NOT VALID;

ALTER TABLE company
VALIDATE CONSTRAINT company_co_ad_id_fkey;
