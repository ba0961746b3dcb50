ALTER TABLE trade_request
ADD CONSTRAINT trade_request_tr_tt_id_fkey
FOREIGN KEY (tr_tt_id)
REFERENCES trade_type (tt_id)
NOT VALID;

ALTER TABLE trade_request
VALIDATE CONSTRAINT trade_request_tr_tt_id_fkey;
