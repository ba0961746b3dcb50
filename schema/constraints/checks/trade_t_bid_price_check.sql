ALTER TABLE trade
ADD CONSTRAINT trade_t_bid_price_check CHECK (t_bid_price > 0);
