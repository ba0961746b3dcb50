ALTER TABLE trade
ADD CONSTRAINT trade_t_comm_check CHECK (t_comm >= 0);
