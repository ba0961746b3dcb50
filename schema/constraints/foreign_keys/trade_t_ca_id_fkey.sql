ALTER TABLE trade
ADD CONSTRAINT trade_t_ca_id_fkey
FOREIGN KEY (t_ca_id)
REFERENCES customer_account (ca_id)
NOT VALID;

ALTER TABLE trade
VALIDATE CONSTRAINT trade_t_ca_id_fkey;
