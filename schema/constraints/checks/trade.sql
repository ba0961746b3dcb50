ALTER TABLE trade
ADD CONSTRAINT trade_t_bid_price_check CHECK (t_bid_price > 0);

ALTER TABLE trade
ADD CONSTRAINT trade_t_chrg_check CHECK (t_chrg >= 0);

ALTER TABLE trade
ADD CONSTRAINT trade_t_comm_check CHECK (t_comm >= 0);

ALTER TABLE trade
ADD CONSTRAINT trade_t_qty_check CHECK (t_qty > 0);

ALTER TABLE trade
ADD CONSTRAINT trade_t_tax_check CHECK (t_tax >= 0);
