ALTER TABLE trade_request
ADD CONSTRAINT trade_request_tr_qty_check CHECK (tr_qty > 0);
