ALTER TABLE trade_request
ADD CONSTRAINT trade_request_tr_t_id_fkey
FOREIGN KEY (tr_t_id)
REFERENCES trade (t_id)
NOT VALID;

ALTER TABLE trade_request
VALIDATE CONSTRAINT trade_request_tr_t_id_fkey;
