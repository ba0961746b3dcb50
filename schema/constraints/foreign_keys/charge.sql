ALTER TABLE charge
ADD CONSTRAINT charge_ch_tt_id_fkey
FOREIGN KEY (ch_tt_id)
REFERENCES trade_type (tt_id)
NOT VALID;

ALTER TABLE charge
VALIDATE CONSTRAINT charge_ch_tt_id_fkey;
