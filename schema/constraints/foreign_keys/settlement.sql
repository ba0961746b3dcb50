ALTER TABLE settlement
ADD CONSTRAINT settlement_se_t_id_fkey
FOREIGN KEY (se_t_id)
REFERENCES trade (t_id)
NOT VALID;

ALTER TABLE settlement
VALIDATE CONSTRAINT settlement_se_t_id_fkey;
