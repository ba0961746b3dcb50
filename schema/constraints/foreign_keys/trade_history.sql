ALTER TABLE trade_history
ADD CONSTRAINT trade_history_th_st_id_fkey
FOREIGN KEY (th_st_id)
REFERENCES status_type (st_id)
NOT VALID;

ALTER TABLE trade_history
ADD CONSTRAINT trade_history_th_t_id_fkey
FOREIGN KEY (th_t_id)
REFERENCES trade (t_id)
NOT VALID;

ALTER TABLE trade_history
VALIDATE CONSTRAINT trade_history_th_st_id_fkey;

ALTER TABLE trade_history
VALIDATE CONSTRAINT trade_history_th_t_id_fkey;
