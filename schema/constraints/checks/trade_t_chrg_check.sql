ALTER TABLE trade
ADD CONSTRAINT trade_t_chrg_check CHECK (t_chrg >= 0);
