ALTER TABLE trade
ADD CONSTRAINT trade_t_s_symb_fkey
FOREIGN KEY (t_s_symb)
REFERENCES security (s_symb)
NOT VALID;

ALTER TABLE trade
VALIDATE CONSTRAINT trade_t_s_symb_fkey;
