ALTER TABLE customer_taxrate
ADD CONSTRAINT customer_taxrate_cx_c_id_fkey
FOREIGN KEY (cx_c_id)
REFERENCES customer (c_id)
NOT VALID;

ALTER TABLE customer_taxrate
ADD CONSTRAINT customer_taxrate_cx_tx_id_fkey
FOREIGN KEY (cx_tx_id)
REFERENCES taxrate (tx_id)
NOT VALID;

ALTER TABLE customer_taxrate
VALIDATE CONSTRAINT customer_taxrate_cx_c_id_fkey;

ALTER TABLE customer_taxrate
VALIDATE CONSTRAINT customer_taxrate_cx_tx_id_fkey;
