ALTER TABLE trade
ADD CONSTRAINT trade_t_qty_check CHECK (t_qty > 0);
