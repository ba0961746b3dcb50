ALTER TABLE trade_request
ADD CONSTRAINT trade_request_tr_bid_price_check CHECK (tr_bid_price > 0);

ALTER TABLE trade_request
ADD CONSTRAINT trade_request_tr_qty_check CHECK (tr_qty > 0);
