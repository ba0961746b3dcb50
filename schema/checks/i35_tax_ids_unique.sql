-- check: I35
-- class: A
-- title: customer tax ids are unique
SELECT c_tax_id
FROM customer
GROUP BY c_tax_id
HAVING count(*) > 1;
