ALTER TABLE trade_request
ADD CONSTRAINT trade_request_tr_b_id_fkey
FOREIGN KEY (tr_b_id)
REFERENCES broker (b_id)
NOT VALID;

ALTER TABLE trade_request
VALIDATE CONSTRAINT trade_request_tr_b_id_fkey;
