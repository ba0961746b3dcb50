ALTER TABLE holding_summary
ADD CONSTRAINT holding_summary_hs_ca_id_fkey
FOREIGN KEY (hs_ca_id)
REFERENCES customer_account (ca_id)
NOT VALID;

ALTER TABLE holding_summary
ADD CONSTRAINT holding_summary_hs_s_symb_fkey
FOREIGN KEY (hs_s_symb)
REFERENCES security (s_symb)
NOT VALID;

ALTER TABLE holding_summary
VALIDATE CONSTRAINT holding_summary_hs_ca_id_fkey;

ALTER TABLE holding_summary
VALIDATE CONSTRAINT holding_summary_hs_s_symb_fkey;
