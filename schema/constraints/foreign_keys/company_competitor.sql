ALTER TABLE company_competitor
ADD CONSTRAINT company_competitor_cp_co_id_fkey
FOREIGN KEY (cp_co_id)
REFERENCES company (co_id)
NOT VALID;

ALTER TABLE company_competitor
ADD CONSTRAINT company_competitor_cp_comp_co_id_fkey
FOREIGN KEY (cp_comp_co_id)
REFERENCES company (co_id)
NOT VALID;

ALTER TABLE company_competitor
ADD CONSTRAINT company_competitor_cp_in_id_fkey
FOREIGN KEY (cp_in_id)
REFERENCES industry (in_id)
NOT VALID;

ALTER TABLE company_competitor
VALIDATE CONSTRAINT company_competitor_cp_co_id_fkey;

ALTER TABLE company_competitor
VALIDATE CONSTRAINT company_competitor_cp_comp_co_id_fkey;

ALTER TABLE company_competitor
VALIDATE CONSTRAINT company_competitor_cp_in_id_fkey;
