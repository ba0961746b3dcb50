ALTER TABLE daily_market
ADD CONSTRAINT daily_market_dm_s_symb_fkey
FOREIGN KEY (dm_s_symb)
REFERENCES security (s_symb)
NOT VALID;

ALTER TABLE daily_market
VALIDATE CONSTRAINT daily_market_dm_s_symb_fkey;
