ALTER TABLE trade
ADD CONSTRAINT trade_t_st_id_fkey
FOREIGN KEY (t_st_id)
REFERENCES status_type (st_id)
NOT VALID;

ALTER TABLE trade
VALIDATE CONSTRAINT trade_t_st_id_fkey;
