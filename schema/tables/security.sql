-- Securities, 685 per Load Unit.
CREATE TABLE security (
    s_symb           varchar(15) NOT NULL
  , s_issue          varchar(6) NOT NULL
  , s_st_id          varchar(4) NOT NULL
  , s_name           varchar(70) NOT NULL
  , s_ex_id          varchar(6) NOT NULL
  , s_co_id          bigint NOT NULL
  , s_num_out        bigint NOT NULL
  , s_start_date     date NOT NULL
  , s_exch_date      date NOT NULL
  , s_pe             numeric(10,2) NOT NULL
  , s_52wk_high      numeric(8,2) NOT NULL
  , s_52wk_high_date date NOT NULL
  , s_52wk_low       numeric(8,2) NOT NULL
  , s_52wk_low_date  date NOT NULL
  , s_dividend       numeric(10,2) NOT NULL
  , s_yield          numeric(5,2) NOT NULL
);
