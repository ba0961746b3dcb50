ALTER TABLE trade
ADD CONSTRAINT trade_t_tt_id_fkey
FOREIGN KEY (t_tt_id)
REFERENCES trade_type (tt_id)
NOT VALID;

ALTER TABLE trade
VALIDATE CONSTRAINT trade_t_tt_id_fkey;
