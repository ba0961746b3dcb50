ALTER TABLE customer_account
ADD CONSTRAINT customer_account_ca_b_id_fkey
FOREIGN KEY (ca_b_id)
REFERENCES broker (b_id)
NOT VALID;

ALTER TABLE customer_account
ADD CONSTRAINT customer_account_ca_c_id_fkey
FOREIGN KEY (ca_c_id)
REFERENCES customer (c_id)
NOT VALID;

ALTER TABLE customer_account
VALIDATE CONSTRAINT customer_account_ca_b_id_fkey;

ALTER TABLE customer_account
VALIDATE CONSTRAINT customer_account_ca_c_id_fkey;
