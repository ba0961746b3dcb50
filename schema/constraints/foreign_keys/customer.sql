ALTER TABLE customer
ADD CONSTRAINT customer_c_ad_id_fkey
FOREIGN KEY (c_ad_id)
REFERENCES address (ad_id)
NOT VALID;

ALTER TABLE customer
ADD CONSTRAINT customer_c_st_id_fkey
FOREIGN KEY (c_st_id)
REFERENCES status_type (st_id)
NOT VALID;

ALTER TABLE customer
VALIDATE CONSTRAINT customer_c_ad_id_fkey;

ALTER TABLE customer
VALIDATE CONSTRAINT customer_c_st_id_fkey;
