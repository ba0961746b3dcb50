ALTER TABLE trade_request
ADD CONSTRAINT trade_request_tr_s_symb_fkey
FOREIGN KEY (tr_s_symb)
REFERENCES security (s_symb)
NOT VALID;

ALTER TABLE trade_request
VALIDATE CONSTRAINT trade_request_tr_s_symb_fkey;
