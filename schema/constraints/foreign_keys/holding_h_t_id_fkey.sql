ALTER TABLE holding
ADD CONSTRAINT holding_h_t_id_fkey
FOREIGN KEY (h_t_id)
REFERENCES trade (t_id)
NOT VALID;

ALTER TABLE holding
VALIDATE CONSTRAINT holding_h_t_id_fkey;
