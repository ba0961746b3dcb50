ALTER TABLE holding_history
ADD CONSTRAINT holding_history_hh_h_t_id_fkey
FOREIGN KEY (hh_h_t_id)
REFERENCES trade (t_id)
NOT VALID;

ALTER TABLE holding_history
ADD CONSTRAINT holding_history_hh_t_id_fkey
FOREIGN KEY (hh_t_id)
REFERENCES trade (t_id)
NOT VALID;

ALTER TABLE holding_history
VALIDATE CONSTRAINT holding_history_hh_h_t_id_fkey;

ALTER TABLE holding_history
VALIDATE CONSTRAINT holding_history_hh_t_id_fkey;
