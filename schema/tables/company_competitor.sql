-- Three competitors of each company and the industry they compete in.
CREATE TABLE company_competitor (
    cp_co_id      bigint NOT NULL
  , cp_comp_co_id bigint NOT NULL
  , cp_in_id      varchar(2) NOT NULL
);
