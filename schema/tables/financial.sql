-- Twenty quarters of figures per company.
CREATE TABLE financial (
    fi_co_id          bigint NOT NULL
  , fi_year           smallint NOT NULL
  , fi_qtr            smallint NOT NULL
  , fi_qtr_start_date date NOT NULL
  , fi_revenue        numeric(15,2) NOT NULL
  , fi_net_earn       numeric(15,2) NOT NULL
  , fi_basic_eps      numeric(10,2) NOT NULL
  , fi_dilut_eps      numeric(10,2) NOT NULL
  , fi_margin         numeric(10,2) NOT NULL
  , fi_inventory      numeric(15,2) NOT NULL
  , fi_assets         numeric(15,2) NOT NULL
  , fi_liability      numeric(15,2) NOT NULL
  , fi_out_basic      bigint NOT NULL
  , fi_out_dilut      bigint NOT NULL
);
