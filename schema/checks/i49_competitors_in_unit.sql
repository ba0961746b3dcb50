-- check: I49
-- class: A
-- title: competitors stay inside the Load Unit
SELECT cp_co_id
     , cp_comp_co_id
FROM company_competitor
WHERE (cp_co_id - 1 - 4300000000) / 500 <> (cp_comp_co_id - 1 - 4300000000) / 500;
