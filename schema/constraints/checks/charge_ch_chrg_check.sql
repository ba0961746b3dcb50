ALTER TABLE charge
ADD CONSTRAINT charge_ch_chrg_check CHECK (ch_chrg > 0);
