ALTER TABLE trade
ADD CONSTRAINT trade_t_ca_id_fkey
FOREIGN KEY (t_ca_id)
REFERENCES customer_account (ca_id)
NOT VALID;

ALTER TABLE trade
ADD CONSTRAINT trade_t_s_symb_fkey
FOREIGN KEY (t_s_symb)
REFERENCES security (s_symb)
NOT VALID;

ALTER TABLE trade
ADD CONSTRAINT trade_t_st_id_fkey
FOREIGN KEY (t_st_id)
REFERENCES status_type (st_id)
NOT VALID;

ALTER TABLE trade
ADD CONSTRAINT trade_t_tt_id_fkey
FOREIGN KEY (t_tt_id)
REFERENCES trade_type (tt_id)
NOT VALID;

ALTER TABLE trade
VALIDATE CONSTRAINT trade_t_ca_id_fkey;

ALTER TABLE trade
VALIDATE CONSTRAINT trade_t_s_symb_fkey;

ALTER TABLE trade
VALIDATE CONSTRAINT trade_t_st_id_fkey;

ALTER TABLE trade
VALIDATE CONSTRAINT trade_t_tt_id_fkey;
