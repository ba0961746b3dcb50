ALTER TABLE charge
ADD CONSTRAINT charge_ch_c_tier_check CHECK (ch_c_tier IN (1, 2, 3));

ALTER TABLE charge
ADD CONSTRAINT charge_ch_chrg_check CHECK (ch_chrg > 0);
