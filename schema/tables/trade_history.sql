-- When a trade reached each of its states.
CREATE TABLE trade_history (
    th_t_id  bigint NOT NULL
  , th_dts   timestamp(3) NOT NULL
  , th_st_id varchar(4) NOT NULL
);
