ALTER TABLE customer
ADD CONSTRAINT customer_c_ad_id_fkey
FOREIGN KEY (c_ad_id)
REFERENCES address (ad_id)
NOT VALID;

ALTER TABLE customer
VALIDATE CONSTRAINT customer_c_ad_id_fkey;
