ALTER TABLE holding
ADD CONSTRAINT holding_h_ca_id_h_s_symb_fkey
FOREIGN KEY (h_ca_id, h_s_symb)
REFERENCES holding_summary (hs_ca_id, hs_s_symb)
NOT VALID;

ALTER TABLE holding
ADD CONSTRAINT holding_h_t_id_fkey
FOREIGN KEY (h_t_id)
REFERENCES trade (t_id)
NOT VALID;

ALTER TABLE holding
VALIDATE CONSTRAINT holding_h_ca_id_h_s_symb_fkey;

ALTER TABLE holding
VALIDATE CONSTRAINT holding_h_t_id_fkey;
