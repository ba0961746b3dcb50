ALTER TABLE company
ADD CONSTRAINT company_co_ad_id_fkey
FOREIGN KEY (co_ad_id)
REFERENCES address (ad_id)
NOT VALID;

ALTER TABLE company
ADD CONSTRAINT company_co_in_id_fkey
FOREIGN KEY (co_in_id)
REFERENCES industry (in_id)
NOT VALID;

ALTER TABLE company
ADD CONSTRAINT company_co_st_id_fkey
FOREIGN KEY (co_st_id)
REFERENCES status_type (st_id)
NOT VALID;

ALTER TABLE company
VALIDATE CONSTRAINT company_co_ad_id_fkey;

ALTER TABLE company
VALIDATE CONSTRAINT company_co_in_id_fkey;

ALTER TABLE company
VALIDATE CONSTRAINT company_co_st_id_fkey;
