ALTER TABLE last_trade
ADD CONSTRAINT last_trade_lt_s_symb_fkey
FOREIGN KEY (lt_s_symb)
REFERENCES security (s_symb)
NOT VALID;

ALTER TABLE last_trade
VALIDATE CONSTRAINT last_trade_lt_s_symb_fkey;
