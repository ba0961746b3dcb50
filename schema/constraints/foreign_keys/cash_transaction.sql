ALTER TABLE cash_transaction
ADD CONSTRAINT cash_transaction_ct_t_id_fkey
FOREIGN KEY (ct_t_id)
REFERENCES trade (t_id)
NOT VALID;

ALTER TABLE cash_transaction
VALIDATE CONSTRAINT cash_transaction_ct_t_id_fkey;
