ALTER TABLE trade_request
ADD CONSTRAINT trade_request_tr_b_id_fkey
FOREIGN KEY (tr_b_id)
REFERENCES broker (b_id)
NOT VALID;

ALTER TABLE trade_request
ADD CONSTRAINT trade_request_tr_s_symb_fkey
FOREIGN KEY (tr_s_symb)
REFERENCES security (s_symb)
NOT VALID;

ALTER TABLE trade_request
ADD CONSTRAINT trade_request_tr_t_id_fkey
FOREIGN KEY (tr_t_id)
REFERENCES trade (t_id)
NOT VALID;

ALTER TABLE trade_request
ADD CONSTRAINT trade_request_tr_tt_id_fkey
FOREIGN KEY (tr_tt_id)
REFERENCES trade_type (tt_id)
NOT VALID;

ALTER TABLE trade_request
VALIDATE CONSTRAINT trade_request_tr_b_id_fkey;

ALTER TABLE trade_request
VALIDATE CONSTRAINT trade_request_tr_s_symb_fkey;

ALTER TABLE trade_request
VALIDATE CONSTRAINT trade_request_tr_t_id_fkey;

ALTER TABLE trade_request
VALIDATE CONSTRAINT trade_request_tr_tt_id_fkey;
