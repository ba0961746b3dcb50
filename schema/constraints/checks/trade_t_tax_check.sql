ALTER TABLE trade
ADD CONSTRAINT trade_t_tax_check CHECK (t_tax >= 0);
