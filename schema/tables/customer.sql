-- Customers, 1,000 per Load Unit.
CREATE TABLE customer (
    c_id      bigint NOT NULL
  , c_tax_id  varchar(20) NOT NULL
  , c_st_id   varchar(4) NOT NULL
  , c_l_name  varchar(25) NOT NULL
  , c_f_name  varchar(20) NOT NULL
  , c_m_name  varchar(1)
  , c_gndr    varchar(1)
  , c_tier    smallint NOT NULL
  , c_dob     date NOT NULL
  , c_ad_id   bigint NOT NULL
  , c_ctry_1  varchar(3)
  , c_area_1  varchar(3)
  , c_local_1 varchar(10)
  , c_ext_1   varchar(5)
  , c_ctry_2  varchar(3)
  , c_area_2  varchar(3)
  , c_local_2 varchar(10)
  , c_ext_2   varchar(5)
  , c_ctry_3  varchar(3)
  , c_area_3  varchar(3)
  , c_local_3 varchar(10)
  , c_ext_3   varchar(5)
  , c_email_1 varchar(50)
  , c_email_2 varchar(50)
);
