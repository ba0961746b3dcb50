-- Who may trade on an account. ap_acl 0000 is the owner.
CREATE TABLE account_permission (
    ap_ca_id  bigint NOT NULL
  , ap_acl    varchar(4) NOT NULL
  , ap_tax_id varchar(20) NOT NULL
  , ap_l_name varchar(25) NOT NULL
  , ap_f_name varchar(20) NOT NULL
);
