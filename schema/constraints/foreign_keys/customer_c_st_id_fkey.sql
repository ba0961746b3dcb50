ALTER TABLE customer
ADD CONSTRAINT customer_c_st_id_fkey
FOREIGN KEY (c_st_id)
REFERENCES status_type (st_id)
NOT VALID;

ALTER TABLE customer
VALIDATE CONSTRAINT customer_c_st_id_fkey;
